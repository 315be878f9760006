"""Publishing games as a static site: the page, the judge in WebAssembly and the games, as files for any web server."""
