module htmlurl/examples/webscale

go 1.26.0
