import { sharpOf } from '../picture/picture.ts'
import type { PageImage } from './rasteriser.ts'
import type { Writer } from './writer.ts'

const onlyPage = (pages: readonly PageImage[]) => sharpOf((pages[0] as PageImage).picture)

export const jpegWriter: Writer = { write: (pages) => onlyPage(pages).jpeg({ quality: 88 }).toBuffer() }

export const pngWriter: Writer = { write: (pages) => onlyPage(pages).png({ compressionLevel: 7 }).toBuffer() }
