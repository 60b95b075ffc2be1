import { findBlobs } from '../geometry/find-blobs.ts'
import { minAreaRect } from '../geometry/min-area-rect.ts'
import { type Bounds, boundsOf, heightOf, widthOf } from '../geometry/quad.ts'
import { type Picture, scalePicture } from './picture.ts'
import { greyOf } from './view.ts'

const workingSide = 240
const minPaper = 150
const minDifference = 36
const shape = { minAspect: 1.25, maxAspect: 2, minSide: 0.18, maxSide: 0.8, minFill: 0.75 }

/** Areas of the shape of a card that stand out from the paper of a page as a whole: photographs, copied cards. */
export async function findSolidAreas(page: Picture): Promise<Bounds[]> {
  const small = await scalePicture(page, workingSide)
  const { width, height } = small
  const grey = greyOf(small)
  const paper = grey.toSorted()[Math.floor(grey.length / 2)] as number
  if (paper < minPaper) return []
  const factor = page.width / width
  return findBlobs(
    new Float32Array(grey).map((value) => Math.abs(value - paper)),
    width,
    height,
    minDifference,
  )
    .map((blob) => ({ blob, rect: minAreaRect(blob.outline) }))
    .filter(({ blob, rect }) => {
      const [long, short] = [widthOf(rect), heightOf(rect)]
      const side = long / Math.max(width, height)
      const aspect = long / Math.max(1, short)
      return (
        side >= shape.minSide &&
        side <= shape.maxSide &&
        aspect >= shape.minAspect &&
        aspect <= shape.maxAspect &&
        blob.area >= shape.minFill * long * short
      )
    })
    .map(({ rect }) => {
      const { left, top, right, bottom } = boundsOf([rect])
      return {
        left: (left - 1) * factor,
        top: (top - 1) * factor,
        right: (right + 1) * factor,
        bottom: (bottom + 1) * factor,
      }
    })
}
