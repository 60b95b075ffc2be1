export { isFromRobot } from './form-stamp.ts'
export { limits as publicFormLimits } from './limits.ts'
