/**
 * In place of the part of zod that writes JSON Schema, which every page behind the login would load. Only the server
 * does that, for the API reference. A release of zod that needs another function from here fails the build.
 */
function refuse(): never {
  throw new Error('JSON Schema is written on the server only.')
}

export const createToJSONSchemaMethod = () => refuse
export const createStandardJSONSchemaMethod = () => refuse
export {
  refuse as extractDefs,
  refuse as finalize,
  refuse as handleUnrepresentable,
  refuse as initializeContext,
  refuse as processSchema,
}
