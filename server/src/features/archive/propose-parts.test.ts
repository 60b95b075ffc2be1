import { describe, expect, it } from 'vitest'
import { proposeParts } from './propose-parts.ts'

/** `a1` is the first page of form a, `?` an unknown page, `_` a blank one, `w` a W-9, `a1*` another edition, `|` a sheet. */
const pages = (text: string) =>
  text.split(' ').map((word, at) => {
    const [, form, page, other] = /^([ab])(\d)(\*)?$/.exec(word) ?? []
    return {
      page: at + 1,
      form: form ?? null,
      form_page: page ? Number(page) : null,
      form_edition: other ? ('older' as const) : null,
      not_a_certificate: word === '_' ? 'blank-page' : word === 'w' ? 'w-9' : null,
    }
  })

describe('the parts of a stack', () => {
  it.each([
    ['a1 a2', '1-2', false],
    ['a1 a2 a1 a2 b1', '1-2 3-4 5', true],
    ['a1 a1 a1', '1 2 3', true],
    ['a1 _ a1 _ b1', '1 3 5', true],
    ['a1 _ a2 _ b1 _', '1-3 5', true],
    ['a1 ? b1', '1-2 3', false],
    ['? a1', '1 2', false],
    ['? _ ? ? _ ?', '1 3-4 6', false],
    ['a1 w ? a1', '1 2-3 4', false],
    ['a2 a1', '1-2', false],
    ['a1 b2 b1', '1 2-3', false],
    ['a1 b1*', '1 2', false],
    ['_ _', '', false],
    ['| a1 a2', '2-3', true],
    ['| ? ? | ? ?', '2-3 5-6', true],
    ['a1 | ? ?', '1 3-4', true],
    ['? | a1', '1 3', false],
    ['| a1 b1 | ?', '2 3 5', true],
    ['| a1 w | a1', '2 3 5', false],
    ['| _ ? _ | w', '3 6', true],
    ['| |', '', true],
  ])('of the pages %s are %s', (text, parts, isCertain) => {
    const words = text.split(' ')
    const proposed = proposeParts(pages(text), (page) => words[page - 1] === '|')
    const shown = proposed.parts.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(' ')
    expect([shown, proposed.isCertain]).toEqual([parts, isCertain])
  })
})
