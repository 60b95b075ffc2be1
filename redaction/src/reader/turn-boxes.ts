import { centre, directionOf, distance, heightOf, type Quad, widthOf } from '../geometry/quad.ts'
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
  if (direction !== undefined) {
    const towards = boxes.map((box) => turnTowards(box, direction))
    return turnAcross(towards, direction, recognise)
  }
  const axis = dominantAxis(boxes)
  const turned = boxes.map((box) => turnTowards(box, axis))
  const reversed = turned.map(reverse)
  const voters = turned
    .map((upright, i) => ({ upright, reversed: reversed[i] as Quad }))
    .filter(({ upright }) => aspectOf(upright) > elongated && apart(directionOf(upright), axis) < Math.PI / 4)
    .sort((a, b) => distanceToVoter(a.upright) - distanceToVoter(b.upright))
    .slice(0, maxVoters)
  const upright = (await isUpright(voters, recognise)) ? turned : reversed
  return turnAcross(upright, axis, recognise)
}

// In radians: boxes turned further than this from both ways along the axis run across it.
const across = Math.PI / 4

/** Lines that run up or down a margin, each as it reads better: the page's vote says nothing about them. */
async function turnAcross(boxes: readonly Quad[], axis: number, recognise: Recognise): Promise<Quad[]> {
  const inMargin = boxes.filter(
    (box) => aspectOf(box) > elongated && apart(2 * directionOf(box), 2 * axis) > 2 * across,
  )
  const asked = inMargin.flatMap((box) => [box, reverse(box)])
  const lines = asked.length > 0 ? await recognise(asked) : []
  const better = new Map<Quad, Quad>()
  for (const [i, box] of inMargin.entries()) {
    const [one, other] = [lines[2 * i] as Line, lines[2 * i + 1] as Line]
    better.set(box, vote(one) >= vote(other) ? one.quad : other.quad)
  }
  return boxes.map((box) => better.get(box) ?? box)
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

// Lines below this confidence may stand on their head; with less of the text's length than this they are smudges.
const stray = { maxConfidence: 0.8, minShare: 0.15 }

/** Lines as they read best, where a part of the page runs the other way; digits go with the words next to them. */
export async function turnStrays(lines: readonly Line[], recognise: Recognise): Promise<Line[]> {
  const strays = lines
    .filter(({ quad, confidence }) => aspectOf(quad) > elongated && confidence < stray.maxConfidence)
    .sort((a, b) => distanceToVoter(a.quad) - distanceToVoter(b.quad))
  if (lengthOf(strays) < stray.minShare * lengthOf(lines)) return [...lines]
  const turned = new Map<Line, Line>()
  const turn = async (some: readonly Line[]) => {
    const back = await recognise(some.map(({ quad }) => reverse(quad)))
    for (const [i, line] of some.entries()) turned.set(line, back[i] as Line)
  }
  await turn(strays.slice(0, maxVoters))
  if (![...turned.values()].some(isDecisive)) return [...lines]
  await turn(strays.slice(maxVoters))

  const upright = lines.filter(isDecisive)
  const reversed = strays.filter((line) => isDecisive(turned.get(line) as Line))
  const isReversed = (line: Line) =>
    reversed.includes(line) ||
    (!upright.includes(line) && distanceTo(line, reversed) < distanceTo(line, upright))
  const chosen = lines.filter(isReversed)
  await turn(chosen.filter((line) => !turned.has(line)))
  return lines.map((line) => (chosen.includes(line) ? (turned.get(line) as Line) : line))
}

const lengthOf = (lines: readonly Line[]) => lines.reduce((sum, { quad }) => sum + widthOf(quad), 0)

const distanceTo = ({ quad }: Line, others: readonly Line[]) =>
  Math.min(...others.map((other) => distance(centre(quad), centre(other.quad))))

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
