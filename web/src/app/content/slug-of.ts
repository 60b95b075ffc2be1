/** The last part of the address that is written; a request for the data alone ends in `.data`. */
export const slugOf = (request: Request): string =>
  new URL(request.url).pathname.replace(/\/$|\.data$/g, '').replace(/^.*\//, '')
