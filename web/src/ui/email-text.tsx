/** An address that does not fit into its line breaks behind the @, not within a word. */
export function EmailText({ of: address }: { of: string }) {
  const at = address.indexOf('@') + 1
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
