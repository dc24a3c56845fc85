export { BarrierIllustration, ComponentTreeIllustration, WebPageIllustration } from './drawings.tsx'
export { ProductPictures } from './product-pictures.tsx'
export { SampleQuizWords } from './sample-quiz-words.tsx'
export { SuccessStories } from './success-stories.tsx'
