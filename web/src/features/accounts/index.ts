import { lazy } from 'react'

/** Each is fetched when it is shown: who signs in needs no other form, and who has not confirmed an address none. */
export const ChangeEmail = lazy(async () => ({ default: (await import('./change-email.tsx')).ChangeEmail }))
export const ChoosePasswordForm = lazy(async () => ({
  default: (await import('./choose-password-form.tsx')).ChoosePasswordForm,
}))
export const EmailVerificationBanner = lazy(async () => ({
  default: (await import('./email-verification-banner.tsx')).EmailVerificationBanner,
}))
export const ForgotPasswordForm = lazy(async () => ({
  default: (await import('./forgot-password-form.tsx')).ForgotPasswordForm,
}))
export const InvitationCard = lazy(async () => ({
  default: (await import('./invitation-card.tsx')).InvitationCard,
}))
export const LoginForm = lazy(async () => ({ default: (await import('./login-form.tsx')).LoginForm }))
export const RegisterForm = lazy(async () => ({
  default: (await import('./register-form.tsx')).RegisterForm,
}))
export const ResetPasswordForm = lazy(async () => ({
  default: (await import('./reset-password-form.tsx')).ResetPasswordForm,
}))
export const SetupForm = lazy(async () => ({ default: (await import('./setup-form.tsx')).SetupForm }))
export const VerifyEmail = lazy(async () => ({ default: (await import('./verify-email.tsx')).VerifyEmail }))
