"""The judge methods, found by registration: one module each, with the constant ``METHOD``."""
