/** An address that does not fit into its line breaks behind the @, not within a word. */
export function EmailText({ of: address }: { of: string }) {
  const [name, ...rest] = address.split('@')
  return (
    <>
      {name}
      {rest.length > 0 && (
        <>
          @<wbr />
          {rest.join('@')}
        </>
      )}
    </>
  )
}
