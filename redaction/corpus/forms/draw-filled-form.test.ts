import { describe, expect, test } from 'vitest'
import { madeUpForms } from '../../test/forms/made-up-forms.ts'
import { drawFilledForm } from './draw-filled-form.ts'
import { type Half, halfOfForm, isByHand, styles } from './styles.ts'

/** The upright ones: quads of others are not where the zones are. */
const upright = ['scan-100', 'text-helvetica', 'fields-courier'] as const
const slack = 0.03

const forms = await madeUpForms()
const rows = forms.flatMap((form) => upright.map((style) => ({ ...form, code: form.form.code, style })))

test.each(rows)('the values of $code in $style are inside their zones', async ({ form, code, style }) => {
  const { labels, bytes, type } = await drawFilledForm({ code, style, seed: 3 })
  expect(bytes.length, style).toBeGreaterThan(1000)
  expect(type, style).toBe(style === 'scan-100' ? 'png' : 'pdf')
  expect(labels.fields.length, code).toBeGreaterThan(2)
  for (const { name, page, quad } of labels.fields) {
    const isInZone = form.zones.some(
      (zone) =>
        zone.field === name &&
        zone.page === page &&
        quad.every(
          ([x, y]) =>
            x > zone.x - slack &&
            x < zone.x + zone.width + slack &&
            y > zone.y - slack &&
            y < zone.y + zone.height + slack,
        ),
    )
    expect(isInZone, `${code} ${style} ${name} at ${quad.join(' ')}`).toBe(true)
  }
})

test('the same seed draws the same file, and another seed other values', async () => {
  const draw = (seed: number) => drawFilledForm({ code: 'xf-slip', style: 'photo-small', seed })
  const [first, again, other] = [await draw(1), await draw(1), await draw(2)]
  expect(first.bytes.equals(again.bytes)).toBe(true)
  expect(first.labels).toEqual(again.labels)
  expect(first.labels.fields.map(({ value }) => value)).not.toEqual(
    other.labels.fields.map(({ value }) => value),
  )
})

test('a PDF scan has every fillable page, and a picture has the requested page', async () => {
  const file = await drawFilledForm({ code: 'xs-88t', style: 'scan-200-pdf', seed: 1 })
  expect(file.labels).toMatchObject({ page: 1, pages: 2 })
  const picture = await drawFilledForm({ code: 'xs-88t', style: 'scan-100', seed: 1, page: 2 })
  expect(picture.labels).toMatchObject({ page: 2, pages: 1 })
  expect(new Set(picture.labels.fields.map(({ name }) => name))).not.toContain('purchaser')
})

describe.each(['tuning', 'unseen'] satisfies Half[])('the %s half', (half) => {
  const own = styles.filter((style) => style.half === half)

  test.each(['scan', 'photo', 'text'])('has styles of the medium %s', (medium) => {
    expect(own.filter((style) => style.medium === medium).length).toBeGreaterThan(1)
  })

  test('has writing by hand, faxes and turned pages', () => {
    expect(own.some(isByHand)).toBe(true)
    expect(own.some((style) => style.medium === 'scan' && style.isFax)).toBe(true)
    expect(own.some((style) => style.medium !== 'text' && Math.abs(style.turn ?? 0) > 80)).toBe(true)
  })
})

test('a form stays in its half', () => {
  expect(['mo-149', 'wi-s-211', 'ny-st-120'].map(halfOfForm)).toEqual(['tuning', 'unseen', 'unseen'])
})
