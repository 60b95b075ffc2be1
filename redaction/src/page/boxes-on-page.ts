import type { Finding } from '../finding.ts'
import type { Picture } from '../picture/picture.ts'
import type { Box } from '../redaction.ts'

/** The areas that the owner chose on a page, counted from 1. */
export const boxesOnPage = ({ width, height }: Picture, page: number, boxes: readonly Box[]): Finding[] =>
  boxes
    .filter((box) => box.page === page)
    .map((box) => {
      const [left, right] = [box.x * width, (box.x + box.width) * width]
      const [top, bottom] = [box.y * height, (box.y + box.height) * height]
      return {
        kind: 'chosen',
        quad: [
          [left, top],
          [right, top],
          [right, bottom],
          [left, bottom],
        ],
        confidence: 1,
        source: 'owner',
      }
    })
