"""How static files get names that carry a hash of their content, so that browsers may keep them."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed, compressed static files; imports between our ES modules follow the new names."""

    support_js_module_import_aggregation = True
