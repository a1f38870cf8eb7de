"""The embedded judge: no model download, no network, no key (numpy, rapidfuzz and the standard library).

It reads a summary against its sources word by word: what is not there, what is there but never together, what is
turned round. A small fitted model weighs these signs into one calibrated probability per sentence; the signs
themselves become the findings, in words and with places.
"""
