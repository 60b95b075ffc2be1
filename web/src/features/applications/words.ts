import { type ApplicationState, applicationStates, positions } from '@exempta/contract/applications'

export const stateNames: Record<ApplicationState, string> = {
  new: 'New',
  'in-review': 'In review',
  accepted: 'Accepted',
  rejected: 'Rejected',
}

export const stateOptions = applicationStates.map((value) => ({ value, label: stateNames[value] }))
export const positionOptions = Object.entries(positions).map(([value, label]) => ({ value, label }))

const megabyte = 1024 * 1024

export const sizeInWords = (bytes: number) =>
  bytes < megabyte / 10
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / megabyte).toFixed(1)} MB`
