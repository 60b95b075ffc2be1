/** What one file may cost. Everything beyond is refused or scaled down before it is read. */
export const limits = {
  fileBytes: 10 * 1024 * 1024,
  /** A file of our own, whose pages may have grown. */
  redactedFileBytes: 64 * 1024 * 1024,
  pages: 200,
  inputPixels: 50_000_000,
  outputPixels: 16_000_000,
  pdfDpi: 200,
  pdfPagePixels: 9_000_000,
  pdfPageSide: 6_000,
  /** Most processor time to open a PDF, and to draw one of its pages. */
  pdfPageMs: 10_000,
  pdfMemoryBytes: 400 * 1024 * 1024,
  /** The picture of a PDF's page takes no more than this, or than a multiple of its share of the input. */
  outputPageBytes: 140_000,
  outputGrowth: 3,
  thumbnailSide: 320,
  pictureSide: 1600,
} as const
