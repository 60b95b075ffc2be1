/** What may be a digit. Letters count where they stand alone: inside words they are letters. */
export const digitLike = /[\d|@<]|(?<![A-Za-z])[OoQlISBZ]{2,}(?![A-Za-z])/
