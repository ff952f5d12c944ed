#!/usr/bin/env python3
"""Tests the tables and the programs of Tests/Run, and lists in documents, in a few seconds and without a build; `make test` calls it.

usage: Tests/Run/check.py [CASE …]
"""
import io
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
sys.dont_write_bytecode = True
import document_tests
import process_tests
import table_tests


def main():
    loader, output = unittest.defaultTestLoader, io.StringIO()
    modules = (table_tests, document_tests, process_tests)
    if sys.argv[1:]:
        loader.testNamePatterns = [f"*{case}*" for case in sys.argv[1:]]
    suite = unittest.TestSuite(loader.loadTestsFromModule(module) for module in modules)
    if not unittest.TextTestRunner(stream=output).run(suite).wasSuccessful():
        sys.exit(output.getvalue())


if __name__ == "__main__":
    main()
