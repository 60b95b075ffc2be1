import { texts } from '@exempta/contract/texts'

interface TypedTwice {
  password: string
  confirmPassword: string
}

export const isRepeated = ({ password, confirmPassword }: TypedTwice) => password === confirmPassword

/** Told beside the second field, also while other fields are still wrong. */
export const notRepeated = {
  path: ['confirmPassword'],
  message: texts.register.passwordsDiffer,
  when: () => true,
}
