/** The ways in which a filled form reaches us. Half of them, on half of the forms, are never looked at while tuning. */
import { createHash } from 'node:crypto'
import type { PdfFontName } from '../../test/forms/fill-pdf.ts'
import type { Conditions } from '../photograph.ts'
import type { FontName } from '../sheet.ts'

export type Half = 'tuning' | 'unseen'

interface Common {
  name: string
  half: Half
  /** A received stamp, over whatever is there. */
  hasStamp?: boolean
}

interface Pictured extends Common {
  /** How values are written; `pen` and `marker` look written by hand. */
  font: FontName
  /** Clockwise, in degrees; a lesser angle than a quarter is a skewed page. */
  turn?: number
  hasFold?: boolean
  /** Edges of the page are missing, though nothing that was filled in. */
  isCropped?: boolean
  /** 30 to 90, of JPEG. */
  quality: number
  conditions?: Conditions
}

export interface ScanStyle extends Pictured {
  medium: 'scan'
  dpi: number
  /** Black and white only, as sent by fax. */
  isFax?: boolean
  /** `pdf`: all pages that have something to fill in, as pictures in one file. */
  file: 'jpg' | 'png' | 'pdf'
}

export interface PhotoStyle extends Pictured {
  medium: 'photo'
  /** Of the picture's shorter side. */
  pixels: number
  /** How far a corner is off, as a share of the page's width: the page is seen from the side. */
  tilt: number
}

export interface TextStyle extends Common {
  medium: 'text'
  font: PdfFontName
  /** Values are in fields of the PDF, not drawn on its page. */
  asFields?: boolean
}

export type Style = ScanStyle | PhotoStyle | TextStyle

const scan = (half: Half, name: string, rest: Omit<ScanStyle, 'name' | 'half' | 'medium'>): Style => ({
  name,
  half,
  medium: 'scan',
  ...rest,
})
const photo = (half: Half, name: string, rest: Omit<PhotoStyle, 'name' | 'half' | 'medium'>): Style => ({
  name,
  half,
  medium: 'photo',
  ...rest,
})
const text = (half: Half, name: string, rest: Omit<TextStyle, 'name' | 'half' | 'medium'>): Style => ({
  name,
  half,
  medium: 'text',
  ...rest,
})

export const styles: readonly Style[] = [
  scan('unseen', 'scan-300', { font: 'inter', dpi: 300, file: 'jpg', quality: 90 }),
  scan('tuning', 'scan-300-courier', { font: 'courier', dpi: 300, file: 'png', quality: 90, turn: -1 }),
  scan('tuning', 'scan-200', { font: 'courier', dpi: 200, file: 'jpg', quality: 80 }),
  scan('unseen', 'scan-200-serif', { font: 'serif', dpi: 200, file: 'png', quality: 90, turn: 0.6 }),
  scan('tuning', 'scan-200-pdf', { font: 'gothic', dpi: 200, file: 'pdf', quality: 75 }),
  scan('unseen', 'scan-200-pdf-pen', { font: 'pen', dpi: 200, file: 'pdf', quality: 80, turn: 0.5 }),
  scan('unseen', 'scan-200-jpeg-30', { font: 'inter', dpi: 200, file: 'jpg', quality: 30 }),
  scan('tuning', 'scan-200-skew', { font: 'condensed', dpi: 200, file: 'jpg', quality: 75, turn: 2.5 }),
  scan('unseen', 'scan-200-skew-5', { font: 'gothic', dpi: 200, file: 'jpg', quality: 80, turn: -5 }),
  scan('tuning', 'scan-200-stamp', { font: 'courier', dpi: 200, file: 'jpg', quality: 80, hasStamp: true }),
  scan('tuning', 'scan-200-upside-down', { font: 'inter', dpi: 200, file: 'jpg', quality: 80, turn: 180 }),
  scan('unseen', 'scan-200-sideways', { font: 'courier', dpi: 200, file: 'pdf', quality: 80, turn: 90 }),
  scan('tuning', 'scan-200-pen', { font: 'pen', dpi: 200, file: 'jpg', quality: 80 }),
  scan('unseen', 'scan-200-marker', { font: 'marker', dpi: 200, file: 'jpg', quality: 80, turn: 1 }),
  scan('tuning', 'scan-150', { font: 'gothic', dpi: 150, file: 'jpg', quality: 75 }),
  scan('unseen', 'scan-150-mono', { font: 'mono', dpi: 150, file: 'jpg', quality: 60, turn: -1.5 }),
  scan('unseen', 'scan-150-crop', { font: 'inter', dpi: 150, file: 'jpg', quality: 75, isCropped: true }),
  scan('tuning', 'scan-150-fold', { font: 'courier', dpi: 150, file: 'jpg', quality: 75, hasFold: true }),
  scan('tuning', 'scan-150-copy', {
    font: 'condensed',
    dpi: 150,
    file: 'jpg',
    quality: 70,
    conditions: { blur: 0.6, noise: 12 },
  }),
  scan('tuning', 'scan-100', { font: 'gothic', dpi: 100, file: 'png', quality: 90 }),
  scan('unseen', 'scan-100-jpeg', { font: 'inter', dpi: 100, file: 'jpg', quality: 70, turn: 1 }),
  scan('tuning', 'fax-200', { font: 'courier', dpi: 200, file: 'png', quality: 90, isFax: true }),
  scan('unseen', 'fax-150', { font: 'inter', dpi: 150, file: 'png', quality: 90, isFax: true, turn: 1.2 }),
  scan('unseen', 'fax-200-pdf', {
    font: 'condensed',
    dpi: 200,
    file: 'pdf',
    quality: 80,
    isFax: true,
    turn: -0.8,
  }),

  photo('tuning', 'photo', { font: 'courier', pixels: 1800, tilt: 0.01, quality: 85 }),
  photo('unseen', 'photo-large', { font: 'inter', pixels: 2400, tilt: 0.015, quality: 85, turn: 2 }),
  photo('tuning', 'photo-small', { font: 'gothic', pixels: 1300, tilt: 0.008, quality: 80, turn: -1 }),
  photo('tuning', 'photo-perspective', { font: 'inter', pixels: 1800, tilt: 0.035, quality: 80, turn: 3 }),
  photo('unseen', 'photo-perspective-skew', {
    font: 'courier',
    pixels: 2000,
    tilt: 0.03,
    quality: 75,
    turn: -5,
  }),
  photo('tuning', 'photo-shadow', {
    font: 'gothic',
    pixels: 1800,
    tilt: 0.012,
    quality: 80,
    conditions: { shadow: true },
  }),
  photo('tuning', 'photo-fold', {
    font: 'inter',
    pixels: 1800,
    tilt: 0.012,
    quality: 80,
    hasFold: true,
    turn: 1,
  }),
  photo('unseen', 'photo-fold-shadow', {
    font: 'condensed',
    pixels: 2000,
    tilt: 0.015,
    quality: 75,
    hasFold: true,
    turn: -2,
    conditions: { shadow: true, noise: 6 },
  }),
  photo('tuning', 'photo-dark', {
    font: 'courier',
    pixels: 1800,
    tilt: 0.01,
    quality: 75,
    conditions: { darkness: 0.5, noise: 10 },
  }),
  photo('unseen', 'photo-blur', {
    font: 'inter',
    pixels: 2000,
    tilt: 0.01,
    quality: 80,
    conditions: { blur: 1.1 },
  }),
  photo('unseen', 'photo-glare', {
    font: 'gothic',
    pixels: 1800,
    tilt: 0.01,
    quality: 80,
    conditions: { glare: 0.5 },
  }),
  photo('unseen', 'photo-jpeg-30', { font: 'serif', pixels: 1800, tilt: 0.01, quality: 30, turn: 1 }),
  photo('tuning', 'photo-crop', { font: 'inter', pixels: 1600, tilt: 0.008, quality: 80, isCropped: true }),
  photo('unseen', 'photo-stamp', {
    font: 'courier',
    pixels: 1800,
    tilt: 0.012,
    quality: 80,
    hasStamp: true,
    turn: -1,
  }),
  photo('tuning', 'photo-sideways', { font: 'inter', pixels: 1800, tilt: 0.01, quality: 80, turn: 91 }),
  photo('unseen', 'photo-upside-down', { font: 'courier', pixels: 1800, tilt: 0.01, quality: 80, turn: 178 }),
  photo('tuning', 'photo-pen', { font: 'pen', pixels: 1900, tilt: 0.012, quality: 80, turn: 2 }),
  photo('unseen', 'photo-marker', {
    font: 'marker',
    pixels: 1900,
    tilt: 0.02,
    quality: 75,
    turn: -2,
    conditions: { shadow: true },
  }),

  text('tuning', 'text-helvetica', { font: 'Helvetica' }),
  text('unseen', 'text-courier', { font: 'Courier' }),
  text('tuning', 'text-times', { font: 'TimesRoman' }),
  text('unseen', 'fields-helvetica', { font: 'Helvetica', asFields: true }),
  text('tuning', 'fields-courier', { font: 'Courier', asFields: true }),
]

export function styleNamed(name: string): Style {
  const style = styles.find((one) => one.name === name)
  if (!style)
    throw new Error(`There is no style ${name}. There are: ${styles.map((one) => one.name).join(', ')}.`)
  return style
}

export const isByHand = ({ font }: Style) => font === 'pen' || font === 'marker'

/** The same for a form forever, whatever other forms are added. The prefix was chosen so that both halves are alike. */
export const halfOfForm = (code: string): Half =>
  (createHash('sha256').update(`half 377 ${code}`).digest()[0] as number) & 1 ? 'tuning' : 'unseen'
