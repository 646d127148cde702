//! What the functions' binaries import: the traits, the declaration's types, and the types of most operations.

pub use crate::{
    Action, Exit, Instant, Operation, Page, Request, RequiredPermission, Result,
    audit::AuditTable,
    bounded::Limits,
    declaration::{Kind, QueueSource, Source, TopicSource},
    fridge_topics::{Down, Up},
    live::Live,
    operation::NoInput,
    permissions::PermissionStore,
    resource::{
        Access, Broker,
        BrokerAction::{
            AttachPolicy, AttachThingPrincipal, CreateCertificateFromCsr, CreateThing, DeleteConnection,
            DetachThingPrincipal, ListThingPrincipals, UpdateCertificate,
        },
        Bucket, Channels,
        ObjectAction::{DeleteObject, GetObject, PutObject},
        Queue, Secret, Setting, Table,
        TableAction::{
            BatchGetItem, BatchWriteItem, ConditionCheckItem, DeleteItem, GetItem, PutItem, Query, UpdateItem,
        },
        Topic,
        TopicAction::{ListSubscriptionsByTopic, Publish, Subscribe},
        UserPool,
        UserPoolAction::{
            AdminCreateUser, AdminDisableUser, AdminEnableUser, AdminGetUser, AdminUserGlobalSignOut, ListUsers,
        },
        WebApp,
    },
    worker::{BatchConsumer, BatchResult, Consumer, Delivery, Hook, Listener, Task, Trigger},
};
