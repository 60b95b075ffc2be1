/** Letters that a reader gives in place of digits. */
export const lookalikes: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  D: '0',
  I: '1',
  l: '1',
  '|': '1',
  S: '5',
  B: '8',
  Z: '2',
}

/** The text with digits wherever a letter looks like one. */
export const withDigits = (text: string): string =>
  text.replace(/[^\d\s-]/g, (letter) => lookalikes[letter] ?? letter)
