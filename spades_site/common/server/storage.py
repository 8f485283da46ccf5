"""Static files under names that change with their content, so that browsers may cache them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's hashed storage, which also rewrites the imports of our plain JavaScript modules."""

    support_js_module_import_aggregation = True
    # In an unlucky order, which the file system decides, each link of a chain of imports takes a pass of its own.
    max_post_process_passes = 50
