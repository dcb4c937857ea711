"""Transfers a file with a client from PyPI, in the way that its documentation shows for large files.

    transfer.py requests|requests-toolbelt|httpx upload|download URL FILE

Uploads are forms with one file. This folder is separate, because Python looks for modules in the script's folder first.
"""

import sys

CHUNK = 1 << 20


def requests_upload(url, path):
    import requests

    with open(path, "rb") as file:
        requests.post(url, files={"file": file}).raise_for_status()


def requests_download(url, path):
    import requests

    with requests.get(url, stream=True) as response, open(path, "wb") as file:
        response.raise_for_status()
        for chunk in response.iter_content(CHUNK):
            file.write(chunk)


def toolbelt_upload(url, path):
    import requests
    from requests_toolbelt import MultipartEncoder

    with open(path, "rb") as file:
        form = MultipartEncoder({"file": ("file", file, "application/octet-stream")})
        requests.post(url, data=form, headers={"Content-Type": form.content_type}).raise_for_status()


def httpx_upload(url, path):
    import httpx

    with open(path, "rb") as file:
        httpx.post(url, files={"file": file}, timeout=None).raise_for_status()


def httpx_download(url, path):
    import httpx

    with httpx.stream("GET", url, timeout=None) as response, open(path, "wb") as file:
        response.raise_for_status()
        for chunk in response.iter_bytes(CHUNK):
            file.write(chunk)


TRANSFERS = {
    ("requests", "upload"): requests_upload, ("requests", "download"): requests_download,
    ("requests-toolbelt", "upload"): toolbelt_upload,
    ("httpx", "upload"): httpx_upload, ("httpx", "download"): httpx_download,
}

if __name__ == "__main__":
    TRANSFERS[sys.argv[1], sys.argv[2]](sys.argv[3], sys.argv[4])
