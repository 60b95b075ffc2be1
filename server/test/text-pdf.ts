/** A PDF of plain lines, nothing in it compressed: every word stands in the bytes. A small page is quicker to read. */
export function textPdf(lines: string[], page = { width: 612, height: 792 }): Buffer {
  const shown = lines.map((line) => `(${line}) Tj T*`).join('\n')
  const content = `BT /F1 16 Tf 40 ${page.height - 40} Td 28 TL\n${shown}\nET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${page.width} ${page.height}]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>`,
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`, 'latin1')
}
