// The screens of this area, fetched together.
export { TransferListPage } from './TransferListPage.tsx';
export { TransferPage } from './TransferPage.tsx';
