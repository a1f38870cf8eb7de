"""The built-in judge: rules over tokens, no model, no network, no key."""
