// The dialogs of these screens, in one file of the build: each file of its own costs the first script a name.
export { MembershipDialog } from '#web/areas/money/billing/MembershipDialog.tsx';
export { MoveDialog } from './MoveDialog.tsx';
export { UserDeactivateDialog } from './UserDeactivateDialog.tsx';
export { UserFilePage } from './UserFilePage.tsx';
export { UserForm } from './UserForm.tsx';
export { UserReactivateDialog } from './UserReactivateDialog.tsx';
export { ManagerEdit, RmEdit, TitleEdit, UnitEdit } from './UserRowEdit.tsx';
