; Room for the small arrays that rules make: taken from a store of its own, which is empty again once all are given back.

%array_info = type { i64, ptr, ptr, ptr, i64 }

@store_top = internal global i32 0
@store_alive = internal global i32 0
@store = internal global [65536 x i8] zeroinitializer, align 64

define internal ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %top = load i32, ptr @store_top
  %info = getelementptr i8, ptr @store, i32 %top
  %data = getelementptr i8, ptr %info, i32 64
  %bytes = trunc i64 %size to i32
  %padded = add i32 %bytes, 127
  %room = and i32 %padded, -64
  %next = add i32 %top, %room
  %full = icmp ugt i32 %next, 65536
  br i1 %full, label %refuse, label %take

refuse:
  call void @llvm.trap()
  unreachable

take:
  store i32 %next, ptr @store_top
  %alive = load i32, ptr @store_alive
  %more = add i32 %alive, 1
  store i32 %more, ptr @store_alive
  store i64 1, ptr %info
  %where = getelementptr %array_info, ptr %info, i32 0, i32 3
  store ptr %data, ptr %where
  ret ptr %info
}

define internal void @NRT_incref(ptr %info) alwaysinline {
  %outside = icmp eq ptr %info, null
  br i1 %outside, label %done, label %ours

ours:
  %users = load i64, ptr %info
  %more = add i64 %users, 1
  store i64 %more, ptr %info
  br label %done

done:
  ret void
}

define internal void @NRT_decref(ptr %info) alwaysinline {
  %outside = icmp eq ptr %info, null
  br i1 %outside, label %done, label %ours

ours:
  %users = load i64, ptr %info
  %fewer = sub i64 %users, 1
  store i64 %fewer, ptr %info
  %unused = icmp eq i64 %fewer, 0
  br i1 %unused, label %give_back, label %done

give_back:
  %alive = load i32, ptr @store_alive
  %left = sub i32 %alive, 1
  store i32 %left, ptr @store_alive
  %empty = icmp eq i32 %left, 0
  br i1 %empty, label %begin_again, label %done

begin_again:
  store i32 0, ptr @store_top
  br label %done

done:
  ret void
}

declare void @llvm.trap()
