import { accountData } from './features/accounts/index.ts'
import { applicationData, eraseApplications } from './features/admin/applications/personal-data.ts'
import { membershipData } from './features/businesses/index.ts'
import { eraseInvitations, invitationData } from './features/businesses/personal-data.ts'
import { chatData, eraseChats } from './features/chat/index.ts'
import { documentsData, eraseDocuments } from './features/documents/index.ts'
import { notificationData } from './features/notifications/index.ts'
import { eraseExports, type PersonalData, privacyData } from './features/privacy/index.ts'
import { reportData } from './features/reports/index.ts'
import { sharesData } from './features/sharing/index.ts'
import { eraseOrigins } from './platform/audit/jobs.ts'

/** Every part of what is held about a person. What hangs on the account by a cascade needs no eraser. */
export const personalData: PersonalData = {
  contributors: [
    accountData,
    membershipData,
    invitationData,
    applicationData,
    documentsData,
    sharesData,
    notificationData,
    chatData,
    reportData,
    privacyData,
  ],
  erasers: [eraseChats, eraseDocuments, eraseInvitations, eraseApplications, eraseExports, eraseOrigins],
}
