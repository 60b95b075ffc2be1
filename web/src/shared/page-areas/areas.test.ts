import { blackOutDocument } from '@exempta/contract/documents'
import { describe, expect, it } from 'vitest'
import { boxBetween, changedByKey, isMarked, moved, resized, smallestSide } from './areas.ts'

const box = { page: 1, x: 0.2, y: 0.3, width: 0.4, height: 0.1 }

describe('areas', () => {
  it('are spanned in any direction and cut to the page', () => {
    expect(boxBetween(2, [0.75, 0.5], [0.25, 0.25])).toEqual({
      page: 2,
      x: 0.25,
      y: 0.25,
      width: 0.5,
      height: 0.25,
    })
    expect(boxBetween(1, [0.5, 0.5], [1.5, -1])).toEqual({ page: 1, x: 0.5, y: 0, width: 0.5, height: 0.5 })
    expect(isMarked(boxBetween(1, [0.5, 0.5], [0.501, 0.9]))).toBe(false)
    expect(isMarked(box)).toBe(true)
  })

  it('stay on the page however far they are moved or pulled', () => {
    expect(moved(box, [5, -5])).toMatchObject({ x: 0.6, y: 0, width: 0.4, height: 0.1 })
    expect(resized(box, [5, -5])).toMatchObject({ x: 0.2, width: 0.8, height: smallestSide })
  })

  it('follow the arrow keys, and change their size with Shift', () => {
    expect(changedByKey(box, 'ArrowRight', false)?.x).toBeCloseTo(0.21)
    expect(changedByKey(box, 'ArrowUp', false)?.y).toBeCloseTo(0.29)
    expect(changedByKey(box, 'ArrowLeft', true)?.width).toBeCloseTo(0.39)
    expect(changedByKey(box, 'ArrowDown', true)?.height).toBeCloseTo(0.11)
    expect(changedByKey(box, 'a', false)).toBeUndefined()
    // The page lies on its right side: what is up on the screen is left on the page.
    expect(changedByKey(box, 'ArrowUp', false, 1)).toMatchObject({ x: expect.closeTo(0.19), y: box.y })
  })

  it('are taken by the server at every edge', () => {
    for (let at = 0; at <= 100; at++) {
      const pulled = resized(moved(box, [at / 97 - 0.5, at / 89 - 0.5]), [2, 2])
      expect(
        blackOutDocument.body.safeParse({ version: 1, boxes: [pulled] }).error,
        `step ${at}`,
      ).toBeUndefined()
    }
  })
})
