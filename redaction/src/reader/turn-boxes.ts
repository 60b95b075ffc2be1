import { directionOf, heightOf, type Quad, widthOf } from '../geometry/quad.ts'
import type { Line } from './text-reader.ts'

type Recognise = (quads: readonly Quad[]) => Promise<Line[]>

const maxVoters = 4
// Two lines are read in the time of one.
const votersAtOnce = 2
// Lines of about this many heights hold a few words and are read quickly.
const voterAspect = 9
// A box this much longer than high runs along its text.
const elongated = 2

/** Boxes turned into reading direction, if it is not known by one vote for the page: digits read well upside down. */
export async function turnBoxes(boxes: Quad[], recognise: Recognise, direction?: number): Promise<Quad[]> {
  if (boxes.length === 0) return []
  if (direction !== undefined) return boxes.map((box) => turnTowards(box, direction))
  const axis = dominantAxis(boxes)
  const turned = boxes.map((box) => turnTowards(box, axis))
  const reversed = turned.map(reverse)
  const voters = turned
    .map((upright, i) => ({ upright, reversed: reversed[i] as Quad }))
    .filter(({ upright }) => aspectOf(upright) > elongated && apart(directionOf(upright), axis) < Math.PI / 4)
    .sort((a, b) => distanceToVoter(a.upright) - distanceToVoter(b.upright))
    .slice(0, maxVoters)
  return (await isUpright(voters, recognise)) ? turned : reversed
}

const aspectOf = (quad: Quad) => widthOf(quad) / heightOf(quad)
const distanceToVoter = (quad: Quad) => Math.abs(aspectOf(quad) - voterAspect)

interface Voter {
  upright: Quad
  reversed: Quad
}

async function isUpright(voters: Voter[], recognise: Recognise): Promise<boolean> {
  let balance = 0
  for (const way of ['upright', 'reversed'] as const) {
    for (let i = 0; i < voters.length; i += votersAtOnce) {
      const lines = await recognise(voters.slice(i, i + votersAtOnce).map((voter) => voter[way]))
      if (lines.some(isDecisive)) return way === 'upright'
      for (const line of lines) balance += way === 'upright' ? vote(line) : -vote(line)
    }
  }
  return balance >= 0
}

const letters = /[a-z]/gi
const turnsIntoItself = /^[\doOxXsSzZHINlupdbqn .,:/-]*$/

/** Words do not read with confidence upside down. */
function isDecisive({ text, confidence }: Line): boolean {
  return confidence > 0.93 && (text.match(letters)?.length ?? 0) >= 5 && !turnsIntoItself.test(text)
}

function vote(line: Line): number {
  const sum = (pattern: RegExp) =>
    line.glyphs.reduce((total, { text, confidence }) => total + (pattern.test(text) ? confidence ** 3 : 0), 0)
  return (sum(/[a-z]/i) + 0.3 * sum(/\d/)) * line.confidence ** 2
}

/** The direction, modulo a half turn, that most of the text's length runs along. */
function dominantAxis(boxes: Quad[]): number {
  let best = { angle: 0, weight: -1 }
  for (const box of boxes) {
    const angle = directionOf(box)
    let weight = 0
    for (const other of boxes) {
      const difference = apart(2 * directionOf(other), 2 * angle) / 2
      if (difference < 0.2) weight += Math.max(0, widthOf(other) - heightOf(other)) * (1 - difference)
    }
    if (weight > best.weight) best = { angle, weight }
  }
  const isLeftward = Math.abs(best.angle) > Math.PI / 2 + 0.1
  return isLeftward ? best.angle - Math.sign(best.angle) * Math.PI : best.angle
}

function turnTowards(quad: Quad, axis: number): Quad {
  const turns: Quad[] = [quad, reverse(quad)]
  if (widthOf(quad) <= elongated * heightOf(quad)) turns.push(quarter(quad), reverse(quarter(quad)))
  const difference = (turn: Quad) => apart(directionOf(turn), axis)
  return turns.reduce((best, turn) => (difference(turn) < difference(best) ? turn : best))
}

const reverse = ([a, b, c, d]: Quad): Quad => [c, d, a, b]
const quarter = ([a, b, c, d]: Quad): Quad => [b, c, d, a]

const apart = (a: number, b: number) => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)))
