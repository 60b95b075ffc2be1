/** Which letters can be printed on a form, and what stands for those that can't. */

// What the fonts of every PDF program can write.
const writable = /^[\x20-\x7e\xa1-\xff‘’“”–—…]*$/

// Letters without a mark that could be taken off.
const plainLetters: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  œ: 'oe',
  Œ: 'OE',
  ʻ: '’',
}

type Printable = { isPrintable: true; printed: string } | { isPrintable: false; letters: string }

/** Marks that can't be printed are left off: Dvořák becomes Dvorák. Letters of other alphabets have no such stand-in. */
export function printable(text: string): Printable {
  let printed = ''
  const unknown = new Set<string>()
  for (const sign of text.normalize('NFC')) {
    const plain = writable.test(sign)
      ? sign
      : (plainLetters[sign] ?? sign.normalize('NFD').replace(/\p{M}/gu, ''))
    if (plain !== '' && writable.test(plain)) printed += plain
    else unknown.add(sign)
  }
  return unknown.size === 0
    ? { isPrintable: true, printed }
    : { isPrintable: false, letters: [...unknown].slice(0, 10).join(' ') }
}

export const unprintable = (letters: string): string =>
  `We can’t print ${letters}. Please use the letters A to Z, as on your tax papers. Accents such as é are fine.`
