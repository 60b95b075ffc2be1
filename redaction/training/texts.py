"""What the drawn lines say: made-up values of papers, in all the ways people write them."""
import glob, os, re
import random as R

NAMES = '''James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Karen Charles Nancy Christopher Lisa Daniel Betty Matthew Sandra Anthony Ashley Donald Emily Paul Kimberly Andrew Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa George Deborah Timothy Stephanie Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Fitzgerald O'Brien McDonald Kowalski Schwartz Zhang Yusuf Quincy Xavier Okafor Ruiz Iyer Huang Vasquez DeLuca VanDyke St.Clair'''.split()
CITIES = 'Springfield Albany Topeka Austin Columbus Madison Salem Boise Juneau Helena Dover Trenton Lansing Raleigh Phoenix Denver Chicago Houston Brooklyn Rochester Buffalo Syracuse Minneapolis Portland Cleveland Cincinnati Nashville Memphis Atlanta Miami Tampa Orlando Boston Worcester Hartford Providence Richmond Norfolk Omaha Wichita Tulsa Reno Fresno Oakland Sacramento'.split()
STATES = 'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC'.split()
STREETS = 'Street Avenue Road Drive Lane Court Boulevard Place Way St Ave Rd Dr Ln Ct Blvd Pl St. Ave. Rd. Dr. Hwy Pkwy'.split()
TERMS = '''Tax Form Certificate Exemption Exempt Resale Purchaser Seller Vendor Name Address City State ZIP Code Signature Date Title Employer Identification Number Social Security Wages tips other compensation Federal income withheld Medicare Account Routing Balance Statement Deposit Withdrawal Payment Amount Due Total Department Treasury Internal Revenue Service Driver License DOB EXP ISS CLASS SEX HGT WGT EYES BRN BLU HAIR DONOR REST END Passport Nationality United States America Place Birth Authority Employee Employee's Copy OMB No. Taxpayer Business LLC Inc. Corp. Suite Apt Box P.O. Phone Fax E-mail Member Group Plan Rx BIN PCN Copay Dear Sincerely Letter Section Page Account# Invoice Qty Unit Price Description Subtotal Interest Dividends Nonemployee Miscellaneous Payer's Recipient's TIN FEIN EIN SSN Permit Registration Reason Single Blanket Purchase Charitable Organization Religious Educational Agriculture Manufacturing VALID THRU GOOD FROM MEMBER SINCE VISA MasterCard DEBIT CREDIT BUSINESS PLATINUM AUTHORIZED SIGNATURE CVV Pay to the order of Dollars MEMO Bank FDIC DL ID 4d 4a 4b 15 16 17 18 8 9 9a 12 5 DD'''.split()
MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC Jan Feb Mar Apr May Jun Jul Aug Sep Sept Oct Nov Dec January February March April June July August September October November December'.split()
MARKS = ''.join(map(chr, range(0x21, 0x7f)))
CONFUSED = 'O0oQDI1l|iL7T5S8B2Z6G9gqvuVUwWnmrt.,:;-'


def words_of(folder):
    """Words of the project's own pages: the language of this field."""
    found = set()
    for path in glob.glob(folder + '/**/*.md', recursive=True):
        if 'node_modules' not in path:
            with open(path, errors='ignore') as file:
                found.update(re.findall(r"[A-Za-z][a-z']{1,15}", file.read()))
    return sorted(found) or TERMS


def sentences_of(folder):
    """Stretches of real sentences: what tells I from l and O from 0."""
    found = []
    for path in glob.glob(folder + '/**/*.md', recursive=True):
        if 'node_modules' not in path:
            with open(path, errors='ignore') as file:
                for line in file:
                    words = [word for word in line.split() if re.fullmatch(r"[\x21-\x7e]+", word) and not re.search(r'[`*|\[\]<>]', word)]
                    if len(words) >= 5:
                        found.append(words)
    return found or [TERMS]


FOLDER = os.environ.get('TEXTS', os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../docs'))
SENTENCES = sentences_of(FOLDER)
WORDS = words_of(FOLDER)


def d(count):
    return ''.join(R.choice('0123456789') for _ in range(count))


def code(count):
    return ''.join(R.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789') for _ in range(count))


def date():
    month, day, year = R.randrange(1, 13), R.randrange(1, 32), R.randrange(1925, 2041)
    mark = R.choice('///-- .')
    return R.choice([
        lambda: f'{month:02d}{mark}{day:02d}{mark}{year}', lambda: f'{month}{mark}{day}{mark}{year}', lambda: f'{month}{mark}{day}{mark}{year % 100:02d}',
        lambda: f'{month:02d}{mark}{day:02d}{mark}{year % 100:02d}', lambda: f'{R.choice(MONTHS)} {day}, {year}', lambda: f'{day:02d} {R.choice(MONTHS)} {year}',
        lambda: f'{year}-{month:02d}-{day:02d}', lambda: f'{month:02d}/{year % 100:02d}', lambda: f'{month:02d}{day:02d}{year}', lambda: f'{R.choice(MONTHS)} {year}'])()


def money():
    amount = f'{R.randrange(10 ** R.randrange(1, 8)):,}'
    return R.choice(['$', '$', '$ ', '', '-', '($']) + amount + R.choice([f'.{d(2)}', f'.{d(2)}', '', '.-', f'.{d(2)})'])


def number():
    return R.choice([
        lambda: f'{d(3)}-{d(2)}-{d(4)}', lambda: f'{d(3)} {d(2)} {d(4)}', lambda: R.choice(['XXX-XX-', '***-**-', 'xxx-xx-', '###-##-']) + d(4),
        lambda: f'{d(2)}-{d(7)}', lambda: ' '.join(d(4) for _ in range(4)), lambda: '-'.join(d(4) for _ in range(4)), lambda: f'{d(4)} {d(6)} {d(5)}',
        lambda: d(16), lambda: d(9), lambda: money(), lambda: money(), lambda: date(), lambda: date(), lambda: date(), lambda: f'({d(3)}) {d(3)}-{d(4)}',
        lambda: f'{d(3)}-{d(3)}-{d(4)}', lambda: f'{d(3)}.{d(3)}.{d(4)}', lambda: d(R.randrange(1, 14)), lambda: R.choice('ABCDFGHKLMNPRSTWXYZ') + d(R.randrange(5, 14)),
        lambda: f'{R.choice("ABCDEFGHIJKLMNOPRSTUVWXYZ")}{d(3)}-{d(4)}-{d(4)}-{d(2)}', lambda: f'{R.randrange(10 ** R.randrange(1, 7)):,}', lambda: f'{R.randrange(0, 1000)}.{d(2)}',
        lambda: f'{R.randrange(100)}%', lambda: f'{R.randrange(30)}.{d(R.randrange(1, 4))}%', lambda: f'{d(5)}-{d(4)}', lambda: d(5), lambda: code(R.randrange(3, 15)), lambda: f'{code(4)}-{code(4)}-{code(4)}',
        lambda: f'{R.choice(STATES)}-{d(R.randrange(5, 9))}', lambda: f"{R.randrange(4, 7)}'-{R.randrange(12):02d}\"", lambda: f'{R.randrange(90, 300)} lb', lambda: f'#{d(R.randrange(2, 8))}', lambda: f'No. {d(R.randrange(2, 9))}',
        lambda: f'{R.randrange(13)}:{d(2)} {R.choice(["AM", "PM", "am", "p.m."])}', lambda: f'{d(2)}-{d(6)}-{d(1)}', lambda: f'{d(1)}-{d(5)}-{d(5)}-{d(1)}'])()


def micr():
    return R.choice([lambda: f':{d(9)}: {d(R.randrange(6, 13))}" {d(4)}', lambda: f'"{d(6)}" :{d(9)}: {d(10)}"', lambda: f':{d(9)}:', lambda: d(9) + ' ' + d(10)])()


def machine():
    name = '<<'.join([R.choice(NAMES).upper(), R.choice(NAMES).upper()])
    return re.sub(r"[^A-Z0-9<]", '<', R.choice([
        lambda: f'P<{R.choice(["USA", "CAN", "UTO", "D<<", "AUS", "JPN", "MEX"])}{name}' + '<' * R.randrange(2, 26), lambda: d(9) + d(1) + 'USA' + d(7) + R.choice('MF<') + d(7) + '<' * R.randrange(1, 15) + d(2),
        lambda: f'I{R.choice("<PD")}USA{code(9)}{d(1)}' + '<' * R.randrange(3, 15), lambda: code(R.randrange(20, 44)), lambda: name + '<' * R.randrange(5, 20)])())[:44]


def address():
    street = f'{R.randrange(1, 20000)} {R.choice(["", "", "N ", "S. ", "West ", "E "])}{R.choice(NAMES + CITIES)} {R.choice(STREETS)}'
    unit = R.choice(['', '', '', f' Apt {R.randrange(1, 40)}{R.choice(["", "A", "B"])}', f', Suite {d(3)}', f' #{d(2)}'])
    city = f'{R.choice(CITIES)}{R.choice([", ", " ", ", "])}{R.choice(STATES)} {R.choice([d(5), d(5), d(5) + "-" + d(4)])}'
    return R.choice([street + unit, street + unit, city, city, street + unit + ', ' + city, f'P.O. Box {d(R.randrange(2, 6))}'])


def person():
    first, last = R.choice(NAMES), R.choice(NAMES)
    return R.choice([f'{first} {last}', f'{first} {R.choice("ABCDEFGHJKLMPRSTW")}. {last}', f'{last}, {first}', f'{first} {last} {R.choice(["Jr.", "III", "LLC", "& Sons", "Inc.", "Corp", "Supply Co."])}', f'{R.choice(NAMES)}-{last}', first, last])


def mail():
    name = R.choice([R.choice(NAMES).lower(), R.choice(NAMES).lower() + '.' + R.choice(NAMES).lower(), R.choice(WORDS).lower() + d(2)])
    return R.choice([f'{name}@{R.choice(WORDS).lower()}.{R.choice(["com", "org", "gov", "edu", "net", "us"])}', f'www.{R.choice(WORDS).lower()}.{R.choice(["com", "gov", "org"])}', f'https://{R.choice(WORDS).lower()}.com/{R.choice(WORDS).lower()}'])


def word():
    kind = R.random()
    if kind < .52:
        return R.choice(WORDS)
    if kind < .74:
        return R.choice(TERMS)
    if kind < .86:
        return R.choice(NAMES + CITIES)
    return ''.join(R.choice('abcdefghijklmnopqrstuvwxyzetaoinsrhl') for _ in range(R.randrange(1, 9)))


WRAPS = ['(%s)', '"%s"', '[%s]', '#%s', '& %s', '%s/', '/%s', '- %s', "'%s'", '* %s', '%s*', '%s:', '%s:', '%s.', '%s,', '%s;', '%s?', '%s!', '%s_', '+%s', '= %s', '<%s>', '{%s}', '~%s', '^%s', '%s|', '\\%s', '`%s', '%s%%', '@%s']


def stretch():
    words = R.choice(SENTENCES)
    count = min(1 + int(R.expovariate(1 / 6)), len(words))
    at = R.randrange(len(words) - count + 1)
    return ' '.join(words[at:at + count])


def row():
    """Cells of a table, with lines between them."""
    cells = [R.choice([number, word, money, date, lambda: d(R.randrange(1, 5))])() for _ in range(R.randrange(2, 6))]
    line = R.choice([' | ', ' | ', '|', '| ']).join(cells)
    return R.choice([line, line, '| ' + line, line + ' |'])


def sentence():
    if R.random() < .45:
        return stretch()
    parts = []
    for _ in range(min(1 + int(R.expovariate(1 / 4)), 14)):
        part = number() if R.random() < .1 else word()
        if R.random() < .17:
            part = R.choice(WRAPS[:18] if R.random() < .85 else WRAPS).replace('%s', part).replace('%%', '%')
        parts.append(part)
    if R.random() < .5:
        parts[0] = parts[0].capitalize()
    return ' '.join(parts)


def text(most=72):
    kind = R.random()
    if kind < .26:
        line = number()
    elif kind < .30:
        line = R.choice(TERMS) + R.choice([' ', ': ', ':', ' # ', '#', '. ']) + number()
    elif kind < .32:
        line = number() + ' ' + number()
    elif kind < .325:
        line = row()
    elif kind < .37:
        line = ''.join(R.choice(MARKS if R.random() < .5 else CONFUSED) for _ in range(R.randrange(1, 14)))
    elif kind < .40:
        line = machine()
    elif kind < .46:
        line = person()
    elif kind < .53:
        line = address()
    elif kind < .55:
        line = mail()
    elif kind < .57:
        line = R.choice(MARKS[15:25] + 'XABCxabc' + MARKS)
    else:
        line = sentence()
    style = R.random()
    if style < .24:
        line = line.upper()
    elif style < .30:
        line = line.title()
    elif style < .33:
        line = line.lower()
    return re.sub(r' +', ' ', line)[:most].strip() or '0'
