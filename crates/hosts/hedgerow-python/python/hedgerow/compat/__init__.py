"""Interfaces of other packages on top of this one: ``selectolax``, ``bs4``, ``etree``, ``nh3``, ``markdownify``, ``html2text``."""
