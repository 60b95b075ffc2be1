/** What one file may cost. Everything beyond is refused or scaled down before it is read. */
export const limits = {
  fileBytes: 10 * 1024 * 1024,
  pages: 200,
  inputPixels: 50_000_000,
  outputPixels: 16_000_000,
  pdfDpi: 200,
  pdfPagePixels: 9_000_000,
  thumbnailSide: 320,
  pictureSide: 1600,
} as const
