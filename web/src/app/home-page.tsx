export default function HomePage() {
  return <h1>Secure Tax Exemption Document Handling</h1>
}
