import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { KeyFeatures } from './key-features.tsx'
import { SignUpCall } from './sign-up-call.tsx'
import { TrustedBy } from './trusted-by.tsx'

export function Home() {
  return (
    <>
      <Hero />
      <KeyFeatures />
      <HowItWorks />
      <TrustedBy />
      <SignUpCall />
    </>
  )
}
