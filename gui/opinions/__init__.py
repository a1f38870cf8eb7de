"""The column "Opinions and facts": what people or a model took out of a discussion and its article, beside the summary,
to be written, clarified, split, merged and dropped. Imported with the first item that wants it."""
