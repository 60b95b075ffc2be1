import { detectFileType, fileHeadBytes, wrongTypeRefusal } from '@exempta/contract/documents/file-types'
import { uploadRefusals } from '@exempta/contract/documents/files'
import { checkedSide, checkPhoto, type GrayPicture, type PhotoTrouble } from './photo-check.ts'

/** What this device can tell about a file before it is sent. */
export interface FileLook {
  /** Why the server would refuse it, in words. */
  refusal?: string
  /** The picture in small, as a data address. */
  thumbnail?: string
  trouble?: PhotoTrouble | undefined
}

const thumbnailSide = 160

export async function lookAtFile(file: File): Promise<FileLook> {
  const type = detectFileType(new Uint8Array(await file.slice(0, fileHeadBytes).arrayBuffer()))
  if (!type) return { refusal: uploadRefusals[file.size === 0 ? 'empty' : wrongTypeRefusal(file.name)] }
  if (type === 'application/pdf') return {}
  // A damaged picture has no thumbnail; the server says what is wrong with it.
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return {}
  try {
    const thumbnail = drawSmall(bitmap, thumbnailSide).canvas.toDataURL('image/jpeg', 0.8)
    return { thumbnail, trouble: checkPhoto(grayOf(drawSmall(bitmap, checkedSide))) }
  } finally {
    bitmap.close()
  }
}

/** Drawn so that the longer side has at most this many pixels. */
function drawSmall(bitmap: ImageBitmap, side: number): CanvasRenderingContext2D {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser cannot draw.')
  context.imageSmoothingQuality = 'medium'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return context
}

function grayOf(context: CanvasRenderingContext2D): GrayPicture {
  const { width, height } = context.canvas
  const { data } = context.getImageData(0, 0, width, height)
  const pixels = new Uint8Array(width * height)
  for (let at = 0; at < pixels.length; at++) {
    const from = at * 4
    pixels[at] = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0)
  }
  return { width, height, pixels }
}
