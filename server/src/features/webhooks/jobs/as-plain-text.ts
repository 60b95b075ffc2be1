/** What somebody else's server answered, fit for a database and a page: letters and line breaks, nothing that acts. */
export const asPlainText = (untrustedBytes: Buffer): string =>
  untrustedBytes
    .toString('utf8')
    // Controls, and marks that turn or hide the text around them.
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\t]/gu, '\ufffd')
