export { type FindOptions, findSecrets, maskSecrets } from './find-secrets.ts'
export { type Secret, type SecretKind, secretKinds } from './secret.ts'
