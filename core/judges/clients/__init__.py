"""Model clients: one small protocol, four ways to fill it. The SDKs are imported when a client is made."""
