/** Words above a signature strip. Forms ask for an authorized signature too, but do not say this. */
export const backWords = /authori[sz]ed ?sign.{0,12}(?:not|unless)|not ?valid ?unless ?sign/i
