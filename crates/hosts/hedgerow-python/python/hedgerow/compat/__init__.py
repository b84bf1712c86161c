"""Interfaces of other packages on top of this one: ``selectolax``, ``bs4``, ``etree``."""
