"""Small values that everything else uses: records, typed numbers, findings and their codes, errors, wording."""
