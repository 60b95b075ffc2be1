export { type FindOptions, findSecrets } from './find-secrets.ts'
export { maskSecrets } from './mask-secrets.ts'
export { type Secret, type SecretKind, secretKinds } from './secret.ts'
