const letter = { width: 612, height: 792 }

/** A PDF of plain lines, nothing in it compressed: every word stands in the bytes. A small page is quicker to read. */
export const textPdf = (lines: string[], page = letter): Buffer => textPdfOfPages([lines], page)

/** As `textPdf`, with a page for each list of lines. */
export function textPdfOfPages(pages: string[][], size = letter): Buffer {
  const idOf = (index: number) => 4 + 2 * index
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${pages.map((_, index) => `${idOf(index)} 0 R`).join(' ')}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.flatMap((lines, index) => {
      const shown = lines.map((line) => `(${line}) Tj T*`).join('\n')
      const content = `BT /F1 16 Tf 40 ${size.height - 40} Td 28 TL\n${shown}\nET`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size.width} ${size.height}]/Contents ${idOf(index) + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
        `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`, 'latin1')
}
