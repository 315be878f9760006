"""What leaves and enters: typed documents, their schemas, file formats and the import API."""
