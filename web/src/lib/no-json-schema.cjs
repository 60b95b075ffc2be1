/**
 * In place of what zod needs to write JSON Schema, about 7 kB of every page behind the login. Only the server does that,
 * for the API reference.
 */
module.exports = { createStandardJSONSchemaMethod: () => undefined }
