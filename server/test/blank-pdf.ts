/** An empty page, the quickest PDF to read, for tests that are not about reading; the mark makes it a file of its own. */
export function blankPdf(mark: string): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n% ${mark}\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`, 'latin1')
}
