export { TutorialPage } from './tutorial-page.tsx'
export { Tutorials } from './tutorials.tsx'
